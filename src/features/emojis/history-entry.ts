/** The kind under which emojis are recorded in the server's history. */
export const emojisNoted = 'emojis'

export const notedAs = ({ name, roles }: { name: string; roles?: readonly string[] | undefined }) => ({
  name,
  roles: [...(roles ?? [])],
})
