const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for HTML, between tags and inside a quoted attribute. */
export function html(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character]!);
}

/** Formats a value as JSON for a script element, without `<`, so that it cannot contain tags. */
export function json(value: unknown): string {
  return JSON.stringify(value).replace(/</g, '\\u003c');
}
