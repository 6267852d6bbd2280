import type { Identity } from '#contract'

/**
 * What the specification names and has no contract yet, as its contract will say it: whoever builds one of these moves its
 * entry there. A feature's own entry for the path replaces it meanwhile.
 */
export const planned: readonly Identity[] = [
  {
    title: 'Reaction Roles',
    summary: 'Members choose their own roles by reacting to a message.',
    words: ['self roles', 'button roles', 'emoji roles'],
    icon: 'smile-plus',
    page: { path: 'reactionroles', area: 'BESIC FEATURES', order: 2 },
    front: {
      order: 6,
      title: 'Reaction roles',
      text: 'Members pick their own roles. You see in advance which ones the bot cannot give.',
    },
  },
  {
    title: 'Custom Embeds',
    summary: 'Design an embed and post it anywhere.',
    words: ['announcements', 'message builder'],
    icon: 'panel-top',
    page: { path: 'embeds', name: 'Embeds Configuration', card: 'Custom Embeds', area: 'SERVER MANAGEMENT', order: 4 },
    premium: true,
  },
]

/** Every page that the specification has below `/manage/<guildId>/`. */
export const plannedPaths: ReadonlySet<string> = new Set(planned.flatMap(({ page }) => page?.path ?? []))
