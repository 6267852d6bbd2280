import type { Client, Guild } from 'discord.js'
import type { Contract } from '#contract'
import { createAccess } from './access.ts'
import { createAutocomplete } from './commands/autocomplete.ts'
import { createCatalogue } from './commands/catalogue.ts'
import { createCommandPermissions } from './commands/command-permissions.ts'
import { createCooldowns } from './commands/cooldowns.ts'
import { createMenus } from './commands/menus.ts'
import { createPrefixCommands } from './commands/prefix.ts'
import { type CommandIds, createCommandIds, keepRegistering } from './commands/registration.ts'
import { createSlashCommands } from './commands/slash.ts'
import { createComponents, isPress } from './commands/components.ts'
import { dailyBackup, scheduleBackups } from './backups/daily.ts'
import { deliverContact, forgetSenders, pruneContact, schedulePruning } from './contact/deliver.ts'
import type { Config } from './config.ts'
import { guildContext } from './context.ts'
import { createMembers } from './members/create-members.ts'
import { createAskDiscord } from './discord/ask-discord.ts'
import { watchDiscordTime } from '#kit/discord-time.ts'
import { createClient, type LaneFigures } from './discord/client.ts'
import { closedForGood, login } from './discord/login.ts'
import { closeSpareConnection } from './discord/rest-instances.ts'
import type { GatewayWatch } from './discord/gateway-watch.ts'
import { watchPortal } from './http/portal.ts'
import type { RestWatch } from './discord/rest-watch.ts'
import { createEntitlements } from './entitlements.ts'
import { notifyPremiumChanged } from './notify-premium.ts'
import type { StartupError } from '#kit/errors.ts'
import { heardEvents, listen } from './events/events.ts'
import type { Feature, Services } from './feature.ts'
import { followDeletions } from './guilds/deleted-references.ts'
import { kernelJobs, watchGuilds } from './guilds/guilds.ts'
import { createHttp, type HttpServer } from './http/server.ts'
import { createLive, type LiveStreams } from './http/answers/live.ts'
import type { Logger } from './log.ts'
import { tellGivenUp } from './scheduler/given-up.ts'
import { createOperator } from './operator/operator.ts'
import { createScheduler } from './scheduler/scheduler.ts'
import { createSettings } from './settings/settings.ts'
import { createMemory } from './declarations/state.ts'
import { checkpointInThread } from './storage/checkpoints.ts'
import { createDisk } from './storage/disk.ts'
import { closeDatabase, openDatabase } from './storage/open.ts'
import { createFiles } from './files/files.ts'
import { advancePlan } from './plans/advance.ts'
import { createPlans } from './plans/plans.ts'
import { createOutsidePictures } from './pictures/outside-pictures.ts'
import type { MayReach } from './pictures/public-address.ts'
import { createBackground, createInFlight, type InFlight } from './events/in-flight.ts'
import { receivedPackets, receivePackets } from './events/packets.ts'
import { demandKnownRights, ownLevels, suppliedRights } from './rights/supplied-rights.ts'
import { createWorkers } from './workers/workers.ts'

/** How long a shutdown waits for running handlers (ms). */
const handlersMs = 8000

export interface Product {
  services: Services
  http: HttpServer
  /** Where browsers reach the dashboard. */
  url: URL
  /**
   * Resolves when Discord has closed the connection permanently or rejected the token for good; the process should then
   * exit.
   */
  lost: Promise<StartupError>
  /** Shuts down in order without losing anything: intake, running handlers, timers, connection, database. */
  close(): Promise<void>
}

/** Connects the gateway's events, commands and controls. @returns a function that removes all listeners */
function connect(services: Services, work: InFlight, commandIds: CommandIds): () => void {
  const { client, features, now } = services
  const catalogue = createCatalogue(features)
  const cooldowns = createCooldowns(now)
  const typed = createPrefixCommands(services, catalogue, cooldowns)
  const slash = createSlashCommands(services, catalogue, cooldowns)
  const components = createComponents(services)
  const menu = createMenus(services, catalogue, cooldowns)
  const complete = createAutocomplete(services, catalogue)
  const unanswered = (err: unknown) => services.log.warn({ err }, 'interaction unanswered')
  const stopReceiving = receivePackets(client, services)
  const stopFollowing = followDeletions(client, services)
  const stopListening = listen(client, services, work, typed.dispatch)
  client.on('interactionCreate', interaction => {
    if (interaction.isChatInputCommand()) work.track(slash(interaction)).catch(unanswered)
    else if (interaction.isUserContextMenuCommand() || interaction.isMessageContextMenuCommand())
      work.track(menu(interaction)).catch(unanswered)
    else if (interaction.isAutocomplete()) work.track(complete(interaction)).catch(unanswered)
    else if (isPress(interaction)) void work.track(components.answer(interaction))
  })
  client.once('clientReady', ready => {
    keepRegistering(ready, catalogue, { log: services.log, ids: commandIds, track: work.track })
  })
  return () => {
    stopListening()
    stopFollowing()
    stopReceiving()
    client.removeAllListeners('interactionCreate')
  }
}

interface Assembly {
  config: Config
  features: readonly Feature[]
  log: Logger
  now: () => number
  mayReach: MayReach | undefined
  requestsPerSecond: number | undefined
  tokenChecksAfterMs: readonly number[] | undefined
}

/** Creates the services; nothing runs yet. The database is open from here on. */
function assemble({
  config: environment,
  features,
  log,
  now,
  mayReach,
  requestsPerSecond,
  tokenChecksAfterMs,
}: Assembly): {
  services: Services
  client: Client
  live: LiveStreams
  gateway: GatewayWatch
  rest: RestWatch
  laneFigures: LaneFigures
  commandIds: CommandIds
  work: InFlight
} {
  const work = createInFlight()
  const db = openDatabase({ dataDir: environment.dataDir, log })
  const operator = createOperator(environment, log)
  const config: Config = {
    ...environment,
    productName: operator.productName,
    get supportUrl() {
      return operator.texts().supportUrl ?? undefined
    },
  }
  const { client, gateway, rest, laneFigures, initiated } = createClient(
    config.discord,
    { events: heardEvents(features), packets: receivedPackets(features) },
    log,
    requestsPerSecond,
    tokenChecksAfterMs,
  )
  watchDiscordTime(client.rest, now)
  const contextOf = (contract: Contract, guild: Guild) => guildContext(services, contract, guild)
  const rights = suppliedRights(contextOf, features)
  demandKnownRights(features, rights)
  const live = createLive({ client, log })
  const commandIds = createCommandIds()
  const services: Services = {
    config,
    log,
    // Handlers run only after login, when the client is ready.
    client: client as Client<true>,
    db,
    disk: createDisk({ db, dataDir: config.dataDir, log, now }),
    now,
    features,
    operator,
    memory: createMemory(),
    settings: createSettings({ db, log, now, guild: id => client.guilds.cache.get(id) }),
    scheduler: createScheduler({
      db,
      log,
      now,
      services: () => services,
      kernelJobs: { ...kernelJobs, dailyBackup, advancePlan, deliverContact, forgetSenders, pruneContact },
      gaveUp: (row, job, payload, why) => tellGivenUp(services, row, job, payload, why),
    }),
    entitlements: createEntitlements(config.premium, guildId => notifyPremiumChanged(services, guildId)),
    commandPermissions: createCommandPermissions({
      client,
      log,
      features,
      commandIds,
      services: () => services,
    }),
    access: createAccess({ client, rights, levels: ownLevels(contextOf, features) }),
    workers: createWorkers(),
    background: createBackground(work, log),
    plans: createPlans(() => services),
    files: createFiles({ config, db, log, now }),
    initiated,
    askDiscord: createAskDiscord(),
    members: createMembers(() => services, now),
    pictures: createOutsidePictures({ ...(mayReach && { mayReach }) }),
    live,
  }
  return { services, client, live, gateway, rest, laneFigures, commandIds, work }
}

/**
 * Starts the whole product: opens the database, listens for browsers, connects to Discord.
 * @param options.now the clock, Unix ms
 * @param options.mayReach which addresses pictures may be fetched from, instead of the public web: for tests
 * @param options.requestsPerSecond requests that Discord accepts in a second, if not the usual 50: for a Discord
 * stand-in without limits
 * @param options.writesPerMinute how often a person may change something in the dashboard, if not the usual 120: for
 * tests that try everything
 * @param options.tokenChecksAfterMs the delays before Discord is asked again whether it accepts the token, if not
 * minutes: for tests
 * @param options.asksPortal whether to check the settings in Discord's developer portal
 * @throws StartupError in one sentence; everything that was opened is closed again
 */
export async function createProduct(options: {
  config: Config
  features: readonly Feature[]
  log: Logger
  now?: () => number
  mayReach?: MayReach
  requestsPerSecond?: number
  writesPerMinute?: number
  tokenChecksAfterMs?: readonly number[]
  asksPortal?: boolean
}): Promise<Product> {
  const { config, features } = options
  const { log } = options
  const { services, client, live, gateway, rest, laneFigures, commandIds, work } = assemble({
    config,
    features,
    log,
    now: options.now ?? Date.now,
    mayReach: options.mayReach,
    requestsPerSecond: options.requestsPerSecond,
    tokenChecksAfterMs: options.tokenChecksAfterMs,
  })
  const closers: (() => unknown)[] = [
    () => closeDatabase(services.db),
    checkpointInThread(services.db.$client, log),
    () => services.operator.close(),
  ]
  let closing: Promise<void> | undefined

  const close = async () => {
    for (const closer of closers.toReversed()) {
      try {
        await closer()
      } catch (err) {
        log.error({ err }, 'shutdown step failed')
      }
    }
  }
  const closeOnce = () => (closing ??= close())

  try {
    const lost = new Promise<StartupError>(resolve => {
      client.on('shardDisconnect', ({ code }) => resolve(closedForGood(code)))
      void rest.refused.then(resolve)
    })
    closers.push(() => {
      closeSpareConnection(client)
      return client.destroy()
    })
    const guilds = watchGuilds(services)
    scheduleBackups(services)
    schedulePruning(services)
    await services.files.sweep().catch((err: unknown) => log.error({ err }, 'files could not be swept'))
    for (const { parts } of features) await parts.start?.(services)
    closers.push(async () => {
      for (const { parts } of features.toReversed()) await parts.stop?.(services)
    })
    closers.push(() => services.scheduler.stop())
    // The workers end before the scheduler: a job that waits for a long task starts over at the next start.
    closers.push(() => services.workers.close())
    closers.push(async () => {
      const running = await work.finished(handlersMs)
      if (running > 0) log.warn({ running }, 'the shutdown did not wait for everything that was running')
    })
    const portal = watchPortal(client, config, log)
    const http = await createHttp(services, { live, rest, portal, laneFigures }, options.writesPerMinute)
    closers.push(() => http.close(), portal.stop)
    const disconnect = connect(services, work, commandIds)
    closers.push(disconnect, () => guilds.stop())
    // The port first: a second process started by mistake ends here, before it answers anybody twice.
    await http.listen()
    await login(client, config.discord.token, config.discord.apiUrl, gateway)
    services.scheduler.start()
    log.info({ url: http.publicUrl().href, guilds: client.guilds.cache.size }, 'ready')
    if (options.asksPortal) void portal.begin(http.callback())
    return { services, http, url: http.publicUrl(), lost, close: closeOnce }
  } catch (error) {
    await closeOnce()
    throw error
  }
}
