import { feature } from '#kernel/feature.ts'
import embeds from './contract.ts'
import { sweepFile } from './files/files.ts'
import { chooseAnswer, pressAnswer } from './posts/answer.ts'
import { notedMessages } from './posts/noted.ts'
import { noteMissing } from './posts/rows.ts'
import { messagesNoted, settleSending } from './posts/send.ts'
import { routes } from './routes.ts'
import { tables } from './table.ts'

export default feature(embeds, {
  routes,
  tables,
  components: [pressAnswer, chooseAnswer],
  things: { [messagesNoted]: notedMessages },
  listeners: {
    messageDelete: (ctx, { id }) => noteMissing(ctx, ctx.guild.id, id),
    messageDeleteBulk(ctx, messages) {
      for (const id of messages.keys()) noteMissing(ctx, ctx.guild.id, id)
    },
  },
  jobs: { settleSending, sweepFile },
})
