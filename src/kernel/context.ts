import type { Guild, GuildMember } from 'discord.js'
import type { Contract } from '#contract'
import { demandChoosable } from './rights/channel-rights.ts'
import { demandPremiumFor } from './entitlements.ts'
import { demandOwnPermissions } from './rights/permissions.ts'
import { demandSwitchRight, insufficient, lackingFor } from './rights/rights.ts'
import { hasReferences } from './settings/references.ts'
import type { Author, Context, Patch, Services } from './feature.ts'

type Shared = Services & Pick<Context, 'own' | 'save' | 'change' | 'note'>

/** The member who asked for what a handler does. */
const asker = Symbol('asker')
type Asked = Context & { [asker]?: GuildMember | undefined; calledAs?: string }

type Maker<C extends Contract = Contract> = new (guild: Guild, actor: GuildMember | undefined) => Context<C>

const makers = new WeakMap<Services, Map<Contract, Maker>>()

/** Adds to the author the command that was called, or the dashboard page. */
function placed(contract: Contract, author: Author, calledAs: string | undefined): Author {
  const page = author.via === 'dashboard' ? (contract.page?.name ?? contract.title) : undefined
  const place = author.place ?? calledAs ?? page
  return place === undefined ? author : { ...author, place }
}

/** The prototype of all contexts of one feature. */
function sharedOf(services: Services, contract: Contract): Shared {
  return Object.create(services, {
    own: {
      // Read at each access: others may save while a handler awaits, and it must derive new values from theirs.
      get(this: Context) {
        return services.settings.read(this.guild.id, contract)
      },
    },
    // Created at access, which is rare.
    save: {
      get(this: Asked): Context['save'] {
        const { guild, calledAs, [asker]: actor } = this
        return (patch, author) => {
          if (actor) demandMayChange(services, contract, patch, actor)
          return services.settings.write(guild.id, contract, patch, placed(contract, author, calledAs))
        }
      },
    },
    note: {
      get(this: Asked): Context['note'] {
        const { guild, calledAs } = this
        return (thing, author) =>
          services.settings.noteThing(guild.id, contract.name, thing, placed(contract, author, calledAs))
      },
    },
    change: {
      get(this: Asked): Context['change'] {
        return async (patch, author) => {
          const made = typeof patch === 'function' ? patch : () => patch
          await checkChange(this, contract, made(this.own), author)
          return this.save(made(this.own), author)
        }
      },
    },
  }) as Shared
}

/**
 * Returns the constructor of one feature's contexts. Every message needs several contexts: copying the services into
 * each, giving each its own getter or functions, or calling `Object.create` took longer than most listeners run.
 */
function makerFor(services: Services, contract: Contract): Maker {
  const known = makers.get(services) ?? new Map<Contract, Maker>()
  makers.set(services, known)
  const existing = known.get(contract)
  if (existing) return existing
  function FeatureContext(this: Asked, guild: Guild, actor: GuildMember | undefined) {
    this.guild = guild
    this[asker] = actor
  }
  FeatureContext.prototype = sharedOf(services, contract)
  const maker = FeatureContext as unknown as Maker
  known.set(contract, maker)
  return maker
}

/**
 * A handler's view of one guild: the services plus the feature's current settings there. To add to it, use
 * `Object.assign`: a spread would lose everything that is inherited, which is all but the guild.
 * @param actor the member who asked for what the handler does; their rights decide what may be saved
 */
export function guildContext<C extends Contract>(
  services: Services,
  contract: C,
  guild: Guild,
  actor?: GuildMember,
): Context<C> {
  return contextsOf(services, contract)(guild, actor)
}

/** {@link guildContext} for one feature, looked up once for callers that make many contexts. */
export function contextsOf<C extends Contract>(
  services: Services,
  contract: C,
): (guild: Guild, actor?: GuildMember) => Context<C> {
  // The constructor was made for this contract, so its contexts have its type.
  const FeatureContext = makerFor(services, contract) as unknown as Maker<C>
  return (guild, actor) => new FeatureContext(guild, actor)
}

/**
 * Lets the feature validate what somebody wants to save, on any surface.
 * @param more.trial whether this only checks: then nothing is stored and nobody is notified
 * @throws UserError when the values are invalid, the feature refuses them, or the feature rests because the server
 * lacks premium and the change adds to what is set
 */
export async function checkChange<C extends Contract>(
  ctx: Context<C>,
  contract: C,
  patch: Patch<C>,
  author: Author,
  { trial = false }: { trial?: boolean } = {},
): Promise<void> {
  const { settings, guild, features } = ctx
  const check = features.find(feature => feature.contract.name === contract.name)?.parts.checkSettings
  const before = settings.read(guild.id, contract)
  demandPremiumFor(ctx, contract, guild.id, { before, wanted: patch })
  const after = settings.preview(guild.id, contract, patch)
  await check?.(ctx, { before, after, author, trial })
}

/**
 * @throws UserError 403 when the actor may not change these settings, switch this module or choose these channels and
 * roles
 */
export function demandMayChange<C extends Contract>(
  services: Services,
  contract: C,
  patch: Patch<C>,
  actor: GuildMember,
): void {
  const before = services.settings.read(actor.guild.id, contract)
  const feature = services.features.find(one => one.contract.name === contract.name)
  const need = feature?.parts.settingsNeed
  if (need !== undefined && !services.access.has(actor, need, contract.name))
    throw insufficient(services, need, contract.name)
  const after = services.settings.preview(actor.guild.id, contract, patch)
  const lacking = feature && lackingFor(services, feature, before, after, actor)
  if (lacking !== undefined) throw insufficient(services, lacking, contract.name)
  const key = feature?.parts.switch
  const wanted: unknown = typeof key === 'string' ? patch[key as keyof typeof patch] : undefined
  if (feature && wanted !== undefined && wanted !== before[key as keyof typeof before])
    demandSwitchRight(services, actor, feature)
  demandOwnPermissions(contract.settings, after, before, actor, typeof key === 'string' ? key : undefined)
  if (hasReferences(contract.settings)) demandChoosable(services.access, contract.settings, after, before, actor)
}
