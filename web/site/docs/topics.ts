import type { CommandSummary } from '#features/general/contract.ts'
import { categories, categoryOf, slug } from '#web/app/docs-topic.ts'
import { inTheWorks, type PlannedWork } from './in-the-works.ts'

interface Defaults {
  title: string
  topic: string
  settings: readonly { label: string; help?: string; value: string }[]
}

/** What one or several features file under the same heading. */
export interface TopicSection {
  id: string
  /** Undefined if it is the category's own. */
  title: string | undefined
  commands: readonly CommandSummary[]
  settings: readonly Defaults[]
}

export interface Topic {
  /** The page below `/docs/`. */
  id: string
  title: string
  description: string
  sections: readonly TopicSection[]
  /** What is planned, while nothing of it is built. */
  planned: PlannedWork | undefined
}

/** The first category, which is shown at `/docs`. */
export const start = 'Getting Started'

const descriptions: Readonly<Record<string, string>> = {
  'Getting Started': 'Invite the bot, look around, and find your way: help, information and the prefix.',
  'Auto Moderation': 'Spam, links, invites, mentions and words, with strikes that add up to an action you chose.',
  'Anti-Nuke Protection': 'Who may do how much before they are stopped, who is trusted, and how everything comes back.',
  'Ticket System': 'Panels that open private conversations with your team, their limits, and their transcripts.',
  'Music Player': 'Music in voice channels: a queue, volume, loops and filters.',
  'Giveaway System': 'Giveaways with conditions, winners that are drawn fairly, and second draws.',
  'Economy System': 'A currency for your server, earned and spent by its members.',
  'Moderation Tools': 'Warnings, timeouts, kicks, bans, purges and locks. Everything becomes a numbered case.',
  'Suggestion System': 'Members make suggestions, vote, and read what was decided.',
  'Utility Commands': 'Levels, invites, reputation, counters, automatic roles, emojis and other everyday tools.',
  'Admin and Configuration': 'Greetings, access for your team, and what else administrators set up.',
}

/** What a category is about, in one sentence. */
export const descriptionOf = (title: string): string => descriptions[title] ?? ''

/** The categories in order, with what the features of this build file under each. */
export function listTopics(commands: readonly CommandSummary[], defaults: readonly Defaults[]): Topic[] {
  const headings = [...new Set([...commands.map(({ category }) => category), ...defaults.map(({ topic }) => topic)])]
  return categories.map(({ title, holds = [] }) => {
    const own = headings.filter(heading => categoryOf(heading) === title)
    const sections = own
      // The category's own section comes first.
      .toSorted((a, b) => Number(b === title) - Number(a === title))
      .map(heading => ({
        id: slug(heading),
        title: heading === title || (own.length === 1 && holds.includes(heading)) ? undefined : heading,
        commands: commands.filter(({ category }) => category === heading),
        settings: defaults.filter(({ topic }) => topic === heading),
      }))
    return {
      id: slug(title),
      title,
      description: descriptionOf(title),
      sections,
      planned: sections.length === 0 ? inTheWorks[title] : undefined,
    }
  })
}

/** The entries whose title or description contains `search`, in any case. */
export function matching<T extends { title: string; description: string }>(all: readonly T[], search: string): T[] {
  const wanted = search.trim().toLowerCase()
  return all.filter(({ title, description }) => [title, description].some(text => text.toLowerCase().includes(wanted)))
}

/** Splits a usage line such as `.userinfo [member]` into the command and its arguments. */
export function splitUsage(usage: string): [command: string, args: string] {
  const at = usage.search(/\s[<[]/)
  return at === -1 ? [usage, ''] : [usage.slice(0, at), usage.slice(at + 1)]
}
