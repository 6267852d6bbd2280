import { UserError } from '#kit/errors.ts'
import { command, option } from '#kernel/feature.ts'
import { success } from '#kit/notices.ts'
import { cut, repeated } from '#kit/template.ts'
import { translationEmbed } from './translation-embed.ts'
import type translation from './contract.ts'
import { longestText } from './contract.ts'
import { namedLanguage } from './languages.ts'
import { ProviderError } from './provider.ts'
import { providerOf } from './service.ts'
import { flagTranslationSwitch } from './module-switch.ts'
import { translatable, translateInto } from './translate.ts'

/** `/translate text`, `/translate flags`. */
const slashRoot = { name: 'translate', description: 'Translates texts' }

const here = command<typeof translation>()

export const notConfigured = 'No translation service is set up: whoever runs the bot names one in TRANSLATE_URL.'

export const flagtranslation = here({
  description: 'Switches translation by flag reactions on or off',
  slash: { root: slashRoot, name: 'flags' },
  aliases: ['flagtr'],
  needs: ['ManageGuild'],
  always: true,
  options: { state: option.choice('on or off', ['on', 'off']) },
  run(ctx, { state: wanted }) {
    flagTranslationSwitch.set(ctx, ctx.guild.id, wanted === 'on', { userId: ctx.member.id, via: 'command' })
    const hint = wanted === 'on' && !providerOf(ctx) ? ` ${notConfigured}` : ''
    return ctx.reply(success(`Flag Translation is now ${wanted}.${hint}`), { ephemeral: true })
  },
})

export const translate = here({
  description: 'Translates a text',
  slash: { root: slashRoot, name: 'text' },
  aliases: ['tr'],
  cooldown: 20,
  options: {
    language: option.text('into which language: its code or its name', { max: 60 }),
    text: option.rest('the text', { max: longestText }),
  },
  examples: ['de Good morning', 'french Where is the kiln?'],
  async run(ctx, { language, text }) {
    const provider = providerOf(ctx)
    if (!provider) throw new UserError('translation.off', notConfigured, 409)
    await ctx.defer()
    try {
      const offered = await provider.languages()
      const target = namedLanguage(language, offered)
      if (!target) {
        const names = offered.map(({ name }) => name).join(', ')
        throw new UserError(
          'translation.language',
          cut(`I cannot translate into “${repeated(language)}”. I know ${names}.`, 1900),
        )
      }
      const { parts, from } = await translateInto(provider, translatable(text), [target], offered)
      if (parts.length === 0) throw new UserError('translation.same', `That is in ${target.name} already.`)
      return await ctx.reply({ embeds: [translationEmbed(parts, from, ctx.member.displayName)] })
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      ctx.log.warn({ err: error, guildId: ctx.guild.id }, 'translation service failed')
      throw new UserError('translation.down', 'The translation service does not answer. Try again later.', 503)
    }
  },
})
