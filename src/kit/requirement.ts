import type { PermissionsString } from 'discord.js'

/** Something a feature needs in a guild to do what is configured; the doctor and every page show what is missing. */
export interface Requirement {
  permission: PermissionsString
  /** Where; the whole guild when left out. */
  channelId?: string
  /** A role that the bot must stand above. */
  aboveRoleId?: string
  /** The setting that asks for it, for the page. */
  setting?: string
  /** What asks for it where that is no setting: 'the ticket panel Help'. */
  of?: string
  /** 'to delete spam' */
  why: string
}

/** What keeps a feature from working other than a missing permission; the doctor and the feature's page show it. */
export interface ConfigurationProblem {
  /** What does not work. */
  title: string
  /** What to do about it, one sentence. */
  repair: string
  /** The setting it is about, for the page. */
  setting?: string
}

/**
 * A sentence about something that a server has made, as the doctor tells it: what is wrong comes first in it, what to do
 * about it behind that.
 * @param thing 'The menu Colors' @param otherwise what to do where the sentence does not say
 */
export function problemOf(thing: string, sentence: string, otherwise: string): ConfigurationProblem {
  const [wrong = '', ...repair] = sentence.split(/(?<=\.) /)
  return { title: `${thing}: ${wrong.replace(/\.$/, '')}`, repair: repair.join(' ') || otherwise }
}
