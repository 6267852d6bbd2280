/** Text that Discord shows as typed: a prefix may be one of its marks. */
export const escapeMarkdown = (text: string): string => text.replace(/[*_~|>#\-[\]()`\\:<]/g, String.raw`\$&`)
