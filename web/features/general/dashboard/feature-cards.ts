/** One feature as the dashboard lists it. Icon, description and premium mark come from its navigation entry. */
export interface FeatureCard {
  title: string
  /** Below `/manage/<guildId>/`. */
  path: string
  /** The module whose switch it shows. */
  module: string
}

/** The specification's three groups, and before the last what its sidebar got from us (decision 9). */
export const cardGroups: readonly { title: string; cards: readonly FeatureCard[] }[] = [
  {
    title: 'Basic Features',
    cards: [
      { title: 'Welcome Configuration', path: 'welcome', module: 'greetings' },
      { title: 'Reaction Roles', path: 'reactionroles', module: 'reaction-roles' },
      { title: 'Levels', path: 'progression', module: 'leveling' },
    ],
  },
  {
    title: 'Server Management',
    cards: [
      { title: 'Antinuke Protection', path: 'antinuke', module: 'antinuke' },
      { title: 'Ticket Management', path: 'tickets', module: 'tickets' },
      { title: 'Join Dms', path: 'joindms', module: 'join-dms' },
    ],
  },
  {
    title: 'Moderation',
    cards: [
      { title: 'Auto-moderation', path: 'automod', module: 'automod' },
      { title: 'Moderation', path: 'moderation', module: 'moderation' },
    ],
  },
  {
    title: 'Community',
    cards: [
      { title: 'Invite Tracking', path: 'invites', module: 'invites' },
      { title: 'Auto Roles', path: 'autorole', module: 'autorole' },
      { title: 'Counters', path: 'counters', module: 'counters' },
      { title: 'Flag Translation', path: 'translation', module: 'translation' },
      { title: 'Reputation', path: 'reputation', module: 'reputation' },
    ],
  },
  { title: 'Premium Features', cards: [{ title: 'Custom Embeds', path: 'embeds', module: 'embeds' }] },
]

export const quickActions: readonly { title: string; path: string }[] = [
  { title: 'Welcome Message', path: 'welcome' },
  { title: 'Ticket Management', path: 'tickets' },
  { title: 'Antinuke Protection', path: 'antinuke' },
  { title: 'Level Progression', path: 'progression' },
]

interface Module {
  name: string
  enabled: boolean
  switchable: boolean
}

/** What a card says of its module. A module that this build does not have is still to come. */
export function stateOf(module: string, modules: readonly Module[]): 'on' | 'off' | 'soon' {
  const found = modules.find(({ name }) => name === module)
  if (!found) return 'soon'
  return found.enabled ? 'on' : 'off'
}

/** Users of the bot: the members of all its guilds, counted once per guild. */
export const countUsers = (guilds: readonly { memberCount: number }[]): number =>
  guilds.reduce((sum, guild) => sum + guild.memberCount, 0)
