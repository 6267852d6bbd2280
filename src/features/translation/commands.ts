import type { APIEmbed } from 'discord.js'
import { UserError } from '#kit/errors.ts'
import { command, type CommandContext, type ContextMenu, option } from '#kernel/feature.ts'
import { success } from '#kit/notices.ts'
import { cut, safeEcho } from '#kit/template.ts'
import { translationEmbed } from './translation-embed.ts'
import type contract from './contract.ts'
import { longestText } from './contract.ts'
import { type Language, namedLanguage } from './languages.ts'
import { ProviderError } from './provider.ts'
import { providerOf } from './service.ts'
import { isTranslatable, translateInto } from './translate.ts'

/** `/translate text`, `/translate flags`. */
const slashRoot = { name: 'translate', description: 'Translates texts' }

const here = command<typeof contract>()

export const notConfigured = 'No translation service is set up. Whoever runs the bot can set one with TRANSLATE_URL.'

export const flagtranslation = here({
  description: 'Switches translation by flag reactions on or off',
  slash: { root: slashRoot, name: 'flags' },
  aliases: ['flagtr'],
  needs: ['ManageGuild'],
  always: true,
  options: { state: option.choice('on or off', ['on', 'off']) },
  run(ctx, { state: wanted }) {
    ctx.save({ enabled: wanted === 'on' }, { userId: ctx.member.id, via: 'command' })
    const hint = wanted === 'on' && !providerOf(ctx) ? ` ${notConfigured}` : ''
    return ctx.reply(success(`Flag Translation: now ${wanted}.${hint}`), { ephemeral: true })
  },
})

/**
 * Translates a text into the language that `find` chooses.
 * @throws UserError if there is no service, nothing to translate, or the service fails
 */
async function translation(
  ctx: CommandContext<typeof contract>,
  text: string,
  find: (offered: readonly Language[]) => Language,
): Promise<APIEmbed> {
  const provider = providerOf(ctx)
  if (!provider) throw new UserError('translation.off', notConfigured, 409)
  if (!isTranslatable(text)) throw new UserError('translation.empty', 'There is no text in that message.')
  try {
    const offered = await provider.languages()
    const target = find(offered)
    const { parts, from } = await translateInto(provider, ctx.guild, text, [target], offered)
    if (parts.length === 0) throw new UserError('translation.same', `That is already in ${target.name}.`)
    return translationEmbed(parts, from, ctx.member.displayName)
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    ctx.log.warn({ err: error, guildId: ctx.guild.id }, 'translation service failed')
    throw new UserError('translation.down', 'The translation service does not answer. Try again later.', 503)
  }
}

export const translate = here({
  description: 'Translates a text',
  slash: { root: slashRoot, name: 'text' },
  aliases: ['tr'],
  cooldown: 20,
  options: {
    language: option.text('the language to translate into: its code or name', { max: 60 }),
    text: option.rest('the text', { max: longestText }),
  },
  examples: ['de Good morning', 'french Where is the kiln?'],
  autocomplete: {
    async language(ctx, typed) {
      const offered = (await providerOf(ctx)?.languages()) ?? []
      const wanted = typed.toLowerCase()
      return offered
        .filter(({ code, name }) => `${code} ${name}`.toLowerCase().includes(wanted))
        .map(({ code, name }) => ({ name, value: code }))
    },
  },
  async run(ctx, { language, text }) {
    const find = (offered: readonly Language[]) => {
      const target = namedLanguage(language, offered)
      if (target) return target
      const names = offered.map(({ name }) => name).join(', ')
      const sentence = `I cannot translate into “${safeEcho(language)}”. I know ${names}.`
      throw new UserError('translation.language', cut(sentence, 1900))
    }
    await ctx.defer()
    return ctx.reply({ embeds: [await translation(ctx, text, find)] })
  },
})

/** Translates a message into the language of the caller's Discord client; only they see the answer. */
export const translateMenu: ContextMenu<typeof contract> = {
  title: 'Translate',
  on: 'message',
  cooldown: 10,
  async run(ctx, { content }) {
    const find = (offered: readonly Language[]) => {
      const [language = ''] = ctx.locale.split('-')
      const target = namedLanguage(ctx.locale, offered) ?? namedLanguage(language, offered)
      if (target) return target
      throw new UserError('translation.language', 'I cannot translate into the language that your Discord is set to.')
    }
    await ctx.defer({ ephemeral: true })
    return ctx.reply({ embeds: [await translation(ctx, content, find)] }, { ephemeral: true })
  },
}
