/** The names for ids in a text, each with its sign: '@mara.w', '@Potter', '#general'. */
export interface MentionNames {
  user(id: string): string
  role(id: string): string
  channel(id: string): string
}

/** A text as shown outside Discord: with names in place of mentions and of the server's emoji. */
export const namedMentions = (text: string, { user, role, channel }: MentionNames): string =>
  text
    .replaceAll(/<(@!?|@&|#)(\d{17,20})>/g, (_, sign: string, id: string) =>
      (sign === '#' ? channel : sign === '@&' ? role : user)(id),
    )
    .replaceAll(/<a?(:\w{2,32}:)\d{17,20}>/g, '$1')

/** Whether Discord would show ids in a name made of this text: it contains a mention or an emoji of a server. */
export const isShownAsId = (text: string): boolean => /<(?:[@#]|a?:\w+:)[!&]?\d+>/.test(text)
