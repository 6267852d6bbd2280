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
