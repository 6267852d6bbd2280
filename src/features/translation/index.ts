import { feature, job } from '#kernel/feature.ts'
import { flagtranslation, notConfigured, translate, translateMenu } from './commands.ts'
import translation from './contract.ts'
import { deleteExpired } from './translated-messages.ts'
import { deleteNotice, onReaction } from './reaction.ts'
import { serviceStatus, providerOf } from './service.ts'
import { tables } from './table.ts'

const day = 24 * 60 * 60_000

const sweepJob = job({ deletesOld: true, run: deleteExpired })

export default feature(translation, {
  switch: 'enabled',
  commands: { flagtranslation, translate },
  menus: { translateMenu },
  jobs: { clear: deleteNotice, sweep: sweepJob },
  tables,
  start({ scheduler }) {
    scheduler.every(sweepJob, { everyMs: day, key: 'daily' })
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
    translation: { read: serviceStatus },
  },
})
