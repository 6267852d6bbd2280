/** A sentence that was written for a chat, where a mention is drawn as a name. */
export const forPage = (sentence: string, userId: string, name: string): string =>
  sentence.replaceAll(`<@${userId}>`, () => name)
