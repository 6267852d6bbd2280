import type { Guild } from 'discord.js'
import type { Contract } from '#contract'
import type { Author, Context, Patch, Services } from './feature.ts'

/** A handler's view of one guild: the services with the feature's settings there as they are now. */
export function guildContext<C extends Contract>(services: Services, contract: C, guild: Guild): Context<C> {
  const ctx: Context<C> = {
    ...services,
    guild,
    own: services.settings.read(guild.id, contract),
    save: (patch, author) => services.settings.write(guild.id, contract, patch, author),
    async change(patch, author) {
      await checkChange(ctx, contract, patch, author)
      return ctx.save(patch, author)
    },
  }
  return ctx
}

/**
 * Has the feature judge what somebody wants to save, wherever they do.
 * @throws UserError when the values are invalid, or the feature refuses them
 */
async function checkChange<C extends Contract>(
  ctx: Context<C>,
  contract: C,
  patch: Patch<C>,
  author: Author,
): Promise<void> {
  const { settings, guild, features } = ctx
  const check = features.find(feature => feature.contract.name === contract.name)?.parts.checkSettings
  const before = settings.read(guild.id, contract)
  const after = settings.preview(guild.id, contract, patch)
  await check?.(ctx, { before, after, author })
}
