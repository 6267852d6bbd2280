import {
  DoorOpen,
  Funnel,
  Gavel,
  Gift,
  type LucideIcon,
  Music,
  PanelTop,
  Shield,
  SmilePlus,
  Ticket,
  TrendingUp,
  UserPlus,
  Workflow,
} from 'lucide-react'

/** What the showcase says beside a picture. */
export interface GroupText {
  id: string
  title: string
  text: string
  points: readonly string[]
  /** Its category in the documentation. */
  docs: string
  /** What its picture shows. */
  alt: string
}

/** A group of features, as the features page presents it. */
export interface Group extends GroupText {
  icon: LucideIcon
  /** The features it consists of; if none of them is built, it is shown as in the works. */
  features: readonly string[]
  /** A figure about it: '11 modules'. */
  figure: string
  /** Related parts with pictures of their own. */
  more?: readonly GroupText[]
}

/** The twelve groups, in the order of the fence posts. */
export const groups: readonly Group[] = [
  {
    id: 'anti-nuke',
    title: 'Anti-Nuke',
    icon: Shield,
    features: ['antinuke'],
    text: 'Stops an attacker with rights, then puts back what was destroyed.',
    figure: '11 modules',
    points: [
      'Eleven modules, each with its own punishment',
      'Channels, roles and overwrites restored, then read again',
      'Owner, extra owners, whitelist, bypass role',
      'Drills on a copy of the server, panic, and a time machine',
    ],
    docs: 'Anti-Nuke Protection',
    alt: 'An attack that was contained: what was destroyed in red, the ban in blue, what was put back in green.',
  },
  {
    id: 'auto-moderation',
    title: 'Auto Moderation',
    icon: Funnel,
    features: ['automod'],
    text: 'Removes what you ruled out and says which rule it was.',
    figure: '8 rules',
    points: [
      'Spam, links, invites, mentions, ghost pings',
      'Try a message before a member does',
      'Strikes lead to one action you chose',
      'Replays the last 100 messages of a channel',
    ],
    docs: 'Auto Moderation',
    alt: 'A message with a link, tested: it would be deleted, with the rule that found it and the strikes it adds.',
  },
  {
    id: 'moderation',
    title: 'Moderation',
    icon: Gavel,
    features: ['moderation'],
    text: 'Warnings that add up, timeouts, kicks and bans, every one a case with its reason.',
    figure: 'numbered cases',
    points: [
      'Everything is a case, even what is done by hand in Discord',
      'Warnings with a threshold and what follows',
      'Bans and timeouts that end on time, even after a restart',
      'Purges, locks, slowmode and voice',
    ],
    docs: 'Moderation',
    alt: 'Recent moderation: who was warned or timed out, why, and by whom.',
  },
  {
    id: 'tickets',
    title: 'Tickets',
    icon: Ticket,
    features: ['tickets'],
    text: 'A panel with a button, a private channel, a transcript to keep.',
    figure: '6 screens',
    points: [
      'Panels previewed and deployed from the browser',
      'Limits per member, per role, per server',
      'Transcripts as HTML, text or JSON',
      'Read and answered in Discord or in the browser',
    ],
    docs: 'Tickets',
    alt: 'Open tickets with their members, and how long each has waited for the team.',
  },
  {
    id: 'welcome',
    title: 'Welcome',
    icon: DoorOpen,
    features: ['greetings'],
    text: 'Greets people who join and announces who left, in your words.',
    figure: '2 messages',
    points: [
      'Message, embed, card or all of them',
      'Placeholders, copied with one press',
      'Previewed as Discord will show it',
      'Waits until somebody has accepted the rules',
    ],
    docs: 'Admin and Configuration',
    alt: 'A welcome message with an embed and the picture of the new member, as Discord shows it.',
  },
  {
    id: 'levels',
    title: 'Levels',
    icon: TrendingUp,
    features: ['leveling', 'reputation'],
    text: 'Experience for conversation, not for noise.',
    figure: '1 leaderboard',
    points: [
      '1 to 20 XP a message, five seconds apart',
      'Level-up messages where you want them',
      'Rank cards, level roles and a leaderboard',
      'Levels can be imported from MEE6',
    ],
    docs: 'Levels',
    alt: 'The leaderboard: members by rank, with their levels.',
  },
  {
    id: 'reaction-roles',
    title: 'Reaction Roles',
    icon: SmilePlus,
    features: ['reactionroles'],
    text: 'Members pick their own roles; you see beforehand which ones fail.',
    figure: '7 modes',
    points: [
      'Reactions, buttons or a select',
      'Unique, verify, reversed and four more modes',
      'Repairs itself after downtime',
      'Roles for a time',
    ],
    docs: 'Admin and Configuration',
    alt: 'A message with three buttons, one for each role, as Discord shows it.',
  },
  {
    id: 'custom-embeds',
    title: 'Custom Embeds',
    icon: PanelTop,
    features: ['embeds'],
    text: 'Messages with embeds, buttons and fields, built in the browser and edited in place.',
    figure: '10 embeds',
    points: [
      'Discord’s limits counted live',
      'JSON in and out',
      'Drafts, and restored from a link',
      'Sent as the bot or a webhook',
    ],
    docs: 'Custom Embeds',
    alt: 'A message with an embed and two fields, as Discord shows it.',
  },
  {
    id: 'automations',
    title: 'Automations',
    icon: Workflow,
    features: ['automations', 'customcommands', 'emojis'],
    text: 'When this happens, if that holds, then do this: built in the browser, tried without effect.',
    figure: '3 steps',
    points: [
      'One trigger, conditions, actions in order',
      'Tried on the last 100 messages',
      'Loops refused, runs limited',
      'Nothing typed is ever run as code',
    ],
    docs: 'Automations',
    alt: 'An automation is tried: which of the last messages would have started it, and why others would not.',
    more: [
      {
        id: 'custom-commands',
        title: 'Custom commands',
        text: 'A name and an answer: commands that your server makes up.',
        points: [
          'Up to 100, answered with text and embeds',
          'Words that follow the name, with defaults',
          'One answer of several, at random',
          'Waits, roles and channels for each',
        ],
        docs: 'Admin and Configuration',
        alt: 'The answer of a custom command, as members see it.',
      },
      {
        id: 'emojis',
        title: 'Emojis',
        text: 'Which emojis are used, which never were, and room for more.',
        points: [
          'Counted by day, without names',
          'Added from a link, a file or another server',
          'Deleted ones are kept for 30 days',
          'The same permissions as in Discord',
        ],
        docs: 'Utility',
        alt: 'The emojis of a server, with how often each was used.',
      },
    ],
  },
  {
    id: 'invites',
    title: 'Invites and counters',
    icon: UserPlus,
    features: ['invites', 'counters'],
    text: 'Who invited whom and how certain that is, and channels whose names show counts.',
    figure: '2 tools',
    points: [
      'Departed and fake accounts do not count',
      'Roles for invites',
      'Counters of members, bots and boosts',
      'Certain, likely or unknown: it says which',
    ],
    docs: 'Invites',
    alt: 'The members who invited most, with how many came and stayed.',
  },
  {
    id: 'giveaways',
    title: 'Giveaways and economy',
    icon: Gift,
    features: ['giveaways', 'economy'],
    text: 'Prizes that are drawn fairly, and a currency of your own.',
    figure: '2 tools',
    points: [
      'Draws that anybody can check',
      'A wallet and a bank for every member',
      'A shop for roles',
      'A restart draws nothing twice',
    ],
    docs: 'Giveaway System',
    alt: 'A giveaway with its winners.',
  },
  {
    id: 'music',
    title: 'Music',
    icon: Music,
    features: ['music'],
    text: 'Songs in voice channels, with a queue everybody can see.',
    figure: '1 player',
    points: ['By name or address', 'Skip, shuffle, loop and seek', 'Volume and bass', 'Leaves when nobody listens'],
    docs: 'Music Player',
    alt: 'The player with its queue.',
  },
]

/** Whether this build has any feature of a group. */
export const isReady = (group: Group, built: readonly { name: string }[]): boolean =>
  built.some(({ name }) => group.features.includes(name))

/** The six groups with a card, in order. */
export const carded = ['anti-nuke', 'auto-moderation', 'tickets', 'welcome', 'levels', 'reaction-roles'] as const
