/** One of a server's own emoji. */
interface OwnEmoji {
  id: string
  name: string
  animated: boolean
}

/**
 * What somebody typed as an emoji, with the server's own one in place of its name: `:kiln:`.
 * @returns what was typed where it is no such name; why no emoji is meant by it, as a sentence
 */
export function emojiTyped(typed: string, own: readonly OwnEmoji[]): { text: string; problem?: string } {
  const name = /^:(\w{2,32}):$/.exec(typed.trim())?.[1]
  if (name === undefined) return { text: typed }
  const [found, ...others] = own.filter(one => one.name === name)
  if (!found) return { text: typed, problem: `This server has no emoji :${name}:.` }
  if (others.length > 0)
    return {
      text: typed,
      problem: `This server has ${others.length + 1} emojis :${name}:. Choose the one that you mean, or paste it.`,
    }
  return { text: `<${found.animated ? 'a' : ''}:${name}:${found.id}>` }
}
