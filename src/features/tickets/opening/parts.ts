import type { Parts } from '#kernel/feature.ts'
import type tickets from '../contract.ts'
import { finishAll, finishTicket, noteLeaving } from './finish.ts'
import { components, offers } from './press.ts'

/** What the feature uses from this folder. */
export const opening = {
  components,
  offers,
  listeners: { guildMemberRemove: (ctx, { id }) => noteLeaving(ctx, ctx.guild.id, id) },
  jobs: { finishTicket },
  start: finishAll,
} satisfies Parts<typeof tickets>
