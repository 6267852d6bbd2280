const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes a text for HTML elements and attributes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, found => entities[found] ?? found)

/** Removes characters that control terminals and editors, or change the direction of a line. */
export const withoutControls = (text: string): string =>
  text.replace(/[\p{Cc}\u061C\u200E\u200F\u2028\u2029\u202A-\u202E\u2066-\u2069]/gu, found =>
    found === '\n' || found === '\t' ? found : '',
  )

/** The same on one line. */
export const oneLine = (text: string): string => withoutControls(text).replace(/\s+/g, ' ').trim()

/** Returns the name of a person or a file as HTML: its text direction does not affect the rest of the line. */
export const nameHtml = (name: string): string => `<bdi>${escapeHtml(oneLine(name))}</bdi>`
