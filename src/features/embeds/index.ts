import { feature } from '#kernel/feature.ts'
import {
  addedField,
  addField,
  cancelEmbed,
  removeField,
  sendEmbed,
  writeEmbed,
  writtenEmbed,
} from './commands/builder.ts'
import { embed, say } from './commands/commands.ts'
import embeds from './contract.ts'
import { sweepFile } from './files/files.ts'
import { chooseAnswer, pressAnswer } from './posts/answer.ts'
import { notedMessages } from './posts/message-history.ts'
import { noteMissing } from './posts/rows.ts'
import { messagesNoted, settleSending } from './posts/send.ts'
import { routes } from './routes.ts'
import { tables } from './table.ts'

export default feature(embeds, {
  routes,
  tables,
  commands: { embed, say },
  components: [
    pressAnswer,
    chooseAnswer,
    writeEmbed,
    writtenEmbed,
    addField,
    addedField,
    removeField,
    sendEmbed,
    cancelEmbed,
  ],
  things: { [messagesNoted]: notedMessages },
  stays: [{ what: 'Drafts', why: 'hold files, and what was read where others may not read' }],
  listeners: {
    messageDelete: (ctx, { id }) => noteMissing(ctx, ctx.guild.id, id),
    messageDeleteBulk(ctx, messages) {
      for (const id of messages.keys()) noteMissing(ctx, ctx.guild.id, id)
    },
  },
  jobs: { settleSending, sweepFile },
})
