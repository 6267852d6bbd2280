const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** A text as HTML shows it, in elements and in attributes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, found => entities[found] ?? found)

/** A text without what steers terminals and editors, or turns the direction of a line. */
export const withoutControls = (text: string): string =>
  text.replace(/[\p{Cc}\u061C\u200E\u200F\u2028\u2029\u202A-\u202E\u2066-\u2069]/gu, found =>
    found === '\n' || found === '\t' ? found : '',
  )

/** The same on one line. */
export const oneLine = (text: string): string => withoutControls(text).replace(/\s+/g, ' ').trim()

/** What people call themselves or a file, in a line that goes on after it: nothing in it turns that around. */
export const nameHtml = (name: string): string => `<bdi>${escapeHtml(oneLine(name))}</bdi>`
