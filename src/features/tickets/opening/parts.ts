import type { Parts } from '#kernel/feature.ts'
import type tickets from '../contract.ts'
import { deletePanelMessage, settlePosting } from '../panels/deploy.ts'
import { resetSelect } from '../panels/reset-select.ts'
import { awaitReturn, returnPanel } from '../panels/return.ts'
import { noteMissing } from '../panels/rows.ts'
import { finishAll, finishTicket, noteLeaving } from './finish.ts'
import { components } from './press.ts'

/** What the feature takes from panels and from opening tickets by them. */
export const opening = {
  components,
  listeners: {
    // A panel whose message somebody deletes stays as it is: whether it is posted again is for people to say.
    messageDelete: (ctx, { id }) => noteMissing(ctx, ctx.guild.id, { messageId: id }),
    messageDeleteBulk(ctx, messages) {
      for (const messageId of messages.keys()) noteMissing(ctx, ctx.guild.id, { messageId })
    },
    channelDelete(ctx, { id }) {
      noteMissing(ctx, ctx.guild.id, { channelId: id })
      awaitReturn(ctx, ctx.guild.id, id)
    },
    guildMemberRemove: (ctx, { id }) => noteLeaving(ctx, ctx.guild.id, id),
  },
  jobs: { finishTicket, settlePosting, deletePanelMessage, returnPanel, resetSelect },
  start: finishAll,
} satisfies Parts<typeof tickets>
