/** One of a server's own emoji. */
interface OwnEmoji {
  id: string
  name: string
  animated: boolean
}

/**
 * Replaces the typed name of an emoji of the server, such as `:kiln:`, with the emoji itself.
 * @returns the text unchanged if it is not such a name; `problem` says, as a sentence, why no emoji could be chosen
 */
export function emojiTyped(typed: string, own: readonly OwnEmoji[]): { text: string; problem?: string } {
  const name = /^:(\w{2,32}):$/.exec(typed.trim())?.[1]
  if (name === undefined) return { text: typed }
  const [found, ...others] = own.filter(one => one.name === name)
  if (!found) return { text: typed, problem: `This server has no emoji :${name}:.` }
  if (others.length > 0)
    return {
      text: typed,
      problem: `This server has ${others.length + 1} emojis :${name}:. Choose the one you mean, or paste it.`,
    }
  return { text: `<${found.animated ? 'a' : ''}:${name}:${found.id}>` }
}
