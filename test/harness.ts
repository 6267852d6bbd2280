import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { features as manifest } from '#features/index.ts'
import { parseConfig } from '#kernel/config.ts'
import type { Feature } from '#kernel/feature.ts'
import { createProduct, type Product } from '#kernel/kernel.ts'
import { createSandbox, type RunningSandbox, type SandboxOptions } from '#sandbox/server.ts'
import { environmentFor } from './environment.ts'
import { createMember, type Member } from './member.ts'
import { createVisitor, type Visitor } from './visitor.ts'

/** The real product against a real sandbox in this process: real discord.js, real HTTP, real WebSocket, a real database file. */
export interface App {
  sandbox: RunningSandbox
  product: Product
  dataDir: string
  /** The guild of the demo world that has the bot and belongs to `owner`. */
  guildId: string
  /** A demo account in the chat, through Discord's own routes. */
  as(login: string): Member
  /** A browser without an account; `signIn` gives it one. */
  visitor(): Visitor
  signIn(login: string): Promise<Visitor>
  /** Ends the product and starts it anew on the same data folder; the sandbox stays. */
  restart(): Promise<void>
  close(): Promise<void>
}

export interface HarnessOptions {
  features?: readonly Feature[]
  now?: () => number
  env?: Record<string, string>
  sandbox?: SandboxOptions
}

/** The id of a demo guild by name. */
export function guildNamed(sandbox: RunningSandbox, name: string): string {
  for (const [id, { guild }] of sandbox.context.world.guilds) if (guild.name === name) return id
  throw new Error(`no guild '${name}' in this world`)
}

/** Lets the sandbox send people back to wherever this product listens. */
function allowRedirect(sandbox: RunningSandbox, url: URL): void {
  for (const application of sandbox.context.world.applications.values())
    application.redirectUris.push(new URL('/api/login/callback', url).href)
}

/** Starts both. Close it at the end of the test; closing fails when the bot did what Discord does not know. */
export async function start(options: HarnessOptions = {}): Promise<App> {
  const openapiFile = process.env['DISCORD_OPENAPI']
  const sandbox = await createSandbox({ openapiFile, ...options.sandbox })
  const dataDir = mkdtempSync(join(tmpdir(), 'palisade-'))
  const run = async () => {
    const product = await createProduct({
      config: parseConfig({ ...environmentFor(sandbox, dataDir), ...options.env }),
      features: options.features ?? manifest,
      ...(options.now && { now: options.now }),
    })
    allowRedirect(sandbox, product.url)
    return product
  }
  let product = await run()
  const app: App = {
    sandbox,
    get product() {
      return product
    },
    dataDir,
    guildId: guildNamed(sandbox, 'Tidewater Makers'),
    as: login => createMember(sandbox, login, app.guildId),
    visitor: () => createVisitor(sandbox, product.url),
    async signIn(login) {
      const visitor = app.visitor()
      await visitor.signIn(login)
      return visitor
    },
    async restart() {
      await product.close()
      product = await run()
    },
    async close() {
      await product.close()
      const violations = sandbox.violations()
      await sandbox.close()
      rmSync(dataDir, { recursive: true, force: true })
      expect(violations).toEqual([])
    },
  }
  return app
}
