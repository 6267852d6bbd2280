/** The environment, parsed once at start. Everything below `main.ts` receives this, nothing reads `process.env`. */
export interface Config {
  discord: {
    token: string
    clientId: string
    clientSecret: string
    /** REST base without the version, e.g. `https://discord.com/api`. */
    apiUrl: string
    cdnUrl: string
    authorizeUrl: string
    tokenUrl: string
    shards: number | 'auto'
  }
  http: { publicUrl: URL; host: string; port: number }
  dataDir: string
  sessionSecret: string | undefined
  ownerIds: readonly string[]
  supportUrl: string | undefined
  productName: string
  premium: 'all' | 'granted'
  logLevel: string
  metrics: boolean
}
