/** Converts a sentence written for a chat, in which a mention shows as a name, for a page. */
export const forPage = (sentence: string, userId: string, name: string): string =>
  sentence.replaceAll(`<@${userId}>`, () => name)
