import { z } from 'zod'
import { feature } from '#kernel/feature.ts'
import { flagtranslation, notConfigured, translate } from './commands.ts'
import translation from './contract.ts'
import { translatedIn, deleteTranslated, deleteExpired } from './translated-messages.ts'
import { deleteNotice, onReaction } from './reaction.ts'
import { serviceStatus, providerOf } from './service.ts'
import { flagTranslationSwitch } from './module-switch.ts'

const day = 24 * 60 * 60_000

export default feature(translation, {
  switch: flagTranslationSwitch,
  category: 'Community',
  commands: { flagtranslation, translate },
  jobs: { clear: deleteNotice, sweep: { payload: z.unknown(), run: deleteExpired } },
  start({ scheduler }) {
    scheduler.every({ feature: translation.name, job: 'sweep', everyMs: day, key: 'daily' })
  },
  listeners: {
    messageReactionAdd: onReaction,
  },
  problems: ctx =>
    providerOf(ctx)
      ? []
      : [
          {
            title: 'Flag Translation is on, but nothing translates',
            repair: `${notConfigured} Until then nothing is sent anywhere.`,
            setting: 'enabled',
          },
        ],
  forms: {
    translation: {
      read: async ctx => ({ enabled: flagTranslationSwitch.on(ctx, ctx.guild.id), ...(await serviceStatus(ctx)) }),
      write(ctx, { enabled }) {
        flagTranslationSwitch.set(ctx, ctx.guild.id, enabled, ctx.author)
      },
    },
  },
  forgetGuild: ({ db }, guildId) => void deleteTranslated(db, guildId),
  exportGuild: ({ db }, guildId) => ({ done: translatedIn(db, guildId) }),
})
