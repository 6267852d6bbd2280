import { titleOf } from '#contract'
import type { Context } from '#kernel/feature.ts'
import type { ConfigurationProblem } from '#kit/requirement.ts'
import { inert } from '#kit/template.ts'
import tickets from '../contract.ts'
import type { PanelDesign } from './contract.ts'
import { panelsOf } from './rows.ts'

type Ctx = Context<typeof tickets>

/** What happens to tickets without it, by setting. */
const without = {
  supportTeamRole: 'Until then, only panels’ own roles and managers can answer tickets.',
  additionalRoles: '',
  pingRole: 'Until then, nobody is pinged.',
  requiredRoles: 'Where no other role is required, nobody but the team can open a ticket.',
  openCategories: 'Without any other, tickets appear above all categories.',
  closedCategories: 'Without any other, closed tickets stay where they are.',
} as const
type Setting = keyof typeof without

function* named({ own }: Ctx): Generator<[Setting, 'role' | 'category', readonly (string | null)[]]> {
  yield ['supportTeamRole', 'role', [own.supportTeamRole]]
  yield ['additionalRoles', 'role', own.additionalRoles.map(({ id }) => id)]
  yield ['pingRole', 'role', [own.pingRole]]
  yield ['requiredRoles', 'role', own.requiredRoles]
  yield ['openCategories', 'category', [own.defaultOpen, ...own.openCategories]]
  yield ['closedCategories', 'category', [own.defaultClosed, ...own.closedCategories]]
}

/** Returns the custom emojis on a panel that belong to no server the bot is in. */
function goneEmojis({ client }: Ctx, { button_emoji, close_button_emoji }: PanelDesign): string[] {
  const ids = [button_emoji, close_button_emoji].flatMap(text => /:(\d{17,20})>$/.exec(text.trim())?.[1] ?? [])
  return ids.filter(id => !client.guilds.cache.some(({ emojis }) => emojis.cache.has(id)))
}

/** Yields problems for roles, categories and emojis that settings and panels refer to but that were deleted. */
export function* deletedReferences(ctx: Ctx): Generator<ConfigurationProblem> {
  const { guild } = ctx
  const isGone = (id: string | null) => id !== null && !guild.roles.cache.has(id) && !guild.channels.cache.has(id)
  for (const [setting, what, ids] of named(ctx))
    if (ids.some(isGone))
      yield {
        setting,
        title: `“${titleOf(tickets.settings.shape[setting]) ?? setting}” of tickets names a ${what} that was deleted`,
        repair: `Choose another, or remove it. ${without[setting]}`.trim(),
      }
  for (const { design } of panelsOf(ctx, guild.id)) {
    const lists = [design.support_roles, design.view_roles, design.ping_roles, design.required_roles]
    const what = [lists.flat().some(isGone) && 'role', design.categories.some(isGone) && 'category']
    for (const one of what)
      if (one !== false)
        yield {
          title: `The ticket panel ${inert(design.title)} names a ${one} that was deleted`,
          repair: 'Choose another in its editor, or remove it.',
        }
    if (goneEmojis(ctx, design).length > 0)
      yield {
        title: `A button of the ticket panel ${inert(design.title)} has an emoji that was deleted`,
        repair: 'Choose another in its editor and redeploy the panel, or restore the emoji on the page of emojis.',
      }
  }
}
