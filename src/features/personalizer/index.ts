import { UserError } from '#kit/errors.ts'
import { type Context, feature, type Services, storedAtStart } from '#kernel/feature.ts'
import {
  apply,
  applySoon,
  guildsWithLook,
  isBackSince,
  lookOf,
  noteDifferences,
  retry,
  resetStoredLook,
  tryAgain,
  wantedIn,
} from './apply.ts'
import personalizer, { parts, titles } from './contract.ts'
import { describeLook } from './look.ts'
import { keepPicture, picturesOf } from './pictures.ts'
import { tables } from './table.ts'
import { differences } from './stored-look.ts'

const mayHaveLook = storedAtStart((services: Services) => guildsWithLook(services))

/** What Discord refused, as problems for the doctor. */
function* problems(ctx: Context<typeof personalizer>) {
  const { refused, shown, row } = lookOf(ctx, ctx.guild.id)
  const wanted = wantedIn(ctx, ctx.guild.id)
  for (const part of parts) {
    const refusal = refused[part]
    if (refusal && row?.retryAt === null && refusal.wanted === wanted[part] && shown[part] !== wanted[part])
      yield {
        title: `Discord did not accept the ${titles[part].toLowerCase()} of the bot`,
        repair: refusal.problem,
        setting: part,
      }
  }
  const { me } = ctx.guild.members
  if (wanted.name !== '' && shown.name === wanted.name && me && me.nickname !== wanted.name)
    yield {
      title: 'Somebody has given the bot another name in Discord',
      repair: 'Press Try again on the page of the Bot Personalizer, or clear the name there.',
      setting: 'name',
    }
}

export default feature(personalizer, {
  jobs: { apply, retry },
  start(services) {
    services.settings.onChange(({ guildId, feature: of }) => {
      if (of === personalizer.name) applySoon(services, guildId)
    })
  },
  premiumChanged(ctx) {
    const { shown } = lookOf(ctx, ctx.guild.id)
    if (differences(wantedIn(ctx, ctx.guild.id), shown, {}).length > 0) applySoon(ctx, ctx.guild.id)
  },
  listeners: {
    guildMemberUpdate(ctx, _before, after) {
      if (after.id === ctx.client.user.id) noteDifferences(ctx, ctx.guild)
    },
    guildAvailable(ctx, guild) {
      if (!mayHaveLook(ctx, guild.id)) return
      // The bot may have been removed and invited back while offline, or somebody may have changed its name.
      if (isBackSince(ctx, guild)) resetStoredLook(ctx, guild)
      else noteDifferences(ctx, guild)
    },
    guildCreate: (ctx, guild) => resetStoredLook(ctx, guild),
  },
  requires: ({ own }) =>
    own.name === '' ? [] : [{ permission: 'ChangeNickname', setting: 'name', why: 'to have a name of its own here' }],
  problems: ctx => [...problems(ctx)],
  checkSettings(ctx, { before, after }) {
    for (const part of ['avatar', 'banner'] as const) {
      const wanted = after[part]
      if (wanted === null || wanted.id === before[part]?.id) continue
      const kept = picturesOf(ctx, ctx.guild.id).list()
      const sentence = 'That picture is not kept any more. Upload it again.'
      if (!kept.some(({ id }) => id === wanted.id))
        throw new UserError('personalizer.picture', sentence, 400, { [part]: sentence })
    }
  },
  routes: {
    look: ctx => describeLook(ctx, ctx.guild),
    upload: ctx => keepPicture(ctx, ctx.guild.id, ctx.body.file),
    picture(ctx) {
      const found = picturesOf(ctx, ctx.guild.id).read(ctx.params['picture'] ?? '')
      if (!found) throw new UserError('personalizer.none', 'There is no such picture.', 404)
      return found
    },
    again(ctx) {
      tryAgain(ctx, ctx.guild)
      return {}
    },
  },
  tables,
})
