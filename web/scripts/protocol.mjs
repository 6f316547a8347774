// Writes src/protocol.ts from the JSON schema that `python -m tefuda.server.schema` prints on standard input.
import { writeFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { compile } from 'json-schema-to-typescript';

const banner = '// Generated from src/tefuda/server/protocol.py by `make protocol`. Do not edit.';
const schema = JSON.parse(await text(process.stdin));
const types = await compile(schema, 'Protocol', { bannerComment: banner, additionalProperties: false, format: true, style: { singleQuote: true } });
const target = process.argv[2] ?? 'src/protocol.ts';
writeFileSync(target, types);
