import { mount } from 'svelte';
import App from './App.svelte';
import './app.css';
import { startLanguage } from './words.svelte';

await startLanguage();
mount(App, { target: document.getElementById('page') as HTMLElement });
