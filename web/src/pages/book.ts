// A rulebook's Markdown as HTML: parts to jump to, clauses that can be linked.
import { Marked, type Tokens } from 'marked';

export interface Part {
  id: string;
  title: string;
}

export interface Book {
  html: string;
  parts: Part[];
}

const SUITS: Record<string, string> = { '♠': 's', '♥': 'h', '♦': 'd', '♣': 'c' };

/** The text of one of our own rulebooks as HTML; its first heading is left to the page. */
export function bookOf(markdown: string): Book {
  const parts: Part[] = [];
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth }: Tokens.Heading): string {
        const title = this.parser.parseInline(tokens);
        if (depth === 1) return '';
        if (depth > 2) return `<h${depth}>${title}</h${depth}>\n`;
        const id = `part-${parts.length + 1}`;
        parts.push({ id, title });
        return `<h2 id="${id}">${title}</h2>\n`;
      },
    },
  });
  const html = marked.parse(markdown, { async: false });
  return { html: colouredSuits(linkedClauses(html)), parts };
}

/** A clause's number becomes the link to the clause. */
function linkedClauses(html: string): string {
  return html.replace(/<a id="(\w+)"><\/a><strong>(\w+)\.<\/strong>/g, '<a class="clause" id="$1" href="#$1">$2</a>');
}

/** Suits in their colours, on one line with their number; U+FE0E keeps them from becoming emoji. */
function colouredSuits(html: string): string {
  const together = html.replace(/([♠♥♦♣]) (?=\d)/g, '$1\u00A0');
  return together.replace(/([♠♥♦♣])\uFE0E?/g, (_, suit: string) => `<span class="suit-${SUITS[suit]}">${suit}\uFE0E</span>`);
}
