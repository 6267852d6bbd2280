const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** A text as HTML that shows it, also within double quotes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, found => entities[found] ?? found)
