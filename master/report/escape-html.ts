const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text as HTML: safe between tags and inside a quoted attribute. */
export function html(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character]!);
}

/** A value as JSON that can stand inside a script element: no `<`, so that no tag can open or close in it. */
export function json(value: unknown): string {
  return JSON.stringify(value).replace(/</g, '\\u003c');
}
