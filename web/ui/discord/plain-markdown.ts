import { parseMarkdown } from '#kit/markdown/parse.ts'
import { plainText } from '#kit/markdown/plain.ts'

/** A text without its markdown marks, for cards and lists. */
export const plainMarkdown = (source: string): string => plainText(parseMarkdown(source)).trim()
