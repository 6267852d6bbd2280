import type { PermissionsString } from 'discord.js'

/**
 * Something that a feature needs in a guild to do what is configured; the doctor and every page show what is missing.
 */
export interface Requirement {
  permission: PermissionsString
  /** The channel where it is needed; the whole guild if left out. */
  channelId?: string
  /** A role that must be below the bot's highest role. */
  aboveRoleId?: string
  /** The setting that requires it, for the page. */
  setting?: string
  /** What requires it, if not a setting: 'the ticket panel Help'. */
  of?: string
  /** 'to delete spam' */
  why: string
}

/** A reason other than a missing permission why a feature does not work; the doctor and the feature's page show it. */
export interface ConfigurationProblem {
  /** What does not work. */
  title: string
  /** What to do about it, in one sentence. */
  repair: string
  /** The setting it is about, for the page. */
  setting?: string
}

/**
 * Turns a sentence about something that a server has made into a problem for the doctor. The sentence must begin with
 * what is wrong, followed by what to do.
 * @param thing 'The menu Colors' @param otherwise what to do if the sentence does not say
 */
export function problemOf(thing: string, sentence: string, otherwise: string): ConfigurationProblem {
  const [wrong = '', ...repair] = sentence.split(/(?<=\.) /)
  return { title: `${thing}: ${wrong.replace(/\.$/, '')}`, repair: repair.join(' ') || otherwise }
}
