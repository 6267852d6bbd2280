import type { Parts } from '#kernel/feature.ts'
import type tickets from '../contract.ts'
import { deletePanelMessage, settlePosting } from './deploy.ts'
import { resetSelect } from './reset-select.ts'
import { awaitReturn, returnPanel } from './repost-panel.ts'
import { noteMissing } from './rows.ts'

/** What the feature uses from this folder. */
export const panels = {
  listeners: {
    // A panel whose message is deleted stays as it is: people decide whether it is posted again.
    messageDelete: (ctx, { id }) => noteMissing(ctx, ctx.guild.id, { messageId: id }),
    messageDeleteBulk(ctx, messages) {
      for (const messageId of messages.keys()) noteMissing(ctx, ctx.guild.id, { messageId })
    },
    channelDelete(ctx, { id }) {
      noteMissing(ctx, ctx.guild.id, { channelId: id })
      awaitReturn(ctx, ctx.guild.id, id)
    },
  },
  jobs: { settlePosting, deletePanelMessage, returnPanel, resetSelect },
} satisfies Parts<typeof tickets>
