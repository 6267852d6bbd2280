import type { CommandSummary } from '#features/general/contract.ts'
import { slug } from '#web/app/docs-topic.ts'

interface Topic {
  id: string
  title: string
  description: string
  commands: readonly CommandSummary[]
}

/** Reserved for the introduction; it is shown even while the commands load. */
export const start = 'Getting Started'

/** The commands by category, 'Getting Started' first, the others as the product lists them. */
export function listTopics(commands: readonly CommandSummary[]): Topic[] {
  const titles = [start, ...new Set(commands.map(command => command.category).filter(title => title !== start))]
  return titles.map(title => {
    const own = commands.filter(command => command.category === title)
    return { id: slug(title), title, description: own.map(command => command.description).join(' '), commands: own }
  })
}

/** The topics whose title, description or commands contain `search`, in any case. */
export function filterTopics(topics: readonly Topic[], search: string): Topic[] {
  const wanted = search.trim().toLowerCase()
  return topics.filter(topic =>
    [topic.title, topic.description, ...topic.commands.map(command => command.name)].some(text =>
      text.toLowerCase().includes(wanted),
    ),
  )
}

/** A usage line in two: the command itself, and its arguments. `.userinfo [member]` */
export function splitUsage(usage: string): [command: string, args: string] {
  const at = usage.search(/\s[<[]/)
  return at === -1 ? [usage, ''] : [usage.slice(0, at), usage.slice(at + 1)]
}
