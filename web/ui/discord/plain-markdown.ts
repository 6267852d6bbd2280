import { parseMarkdown } from '#kit/markdown/parse.ts'
import { plainText } from '#kit/markdown/plain.ts'

/** What somebody wrote, as it reads without its marks: for cards and lists. */
export const plainMarkdown = (source: string): string => plainText(parseMarkdown(source)).trim()
