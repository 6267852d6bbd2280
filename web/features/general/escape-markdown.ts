/** Escapes text so that Discord shows it as typed: a prefix may be a markdown character. */
export const escapeMarkdown = (text: string): string => text.replace(/[*_~|>#\-[\]()`\\:<]/g, String.raw`\$&`)
