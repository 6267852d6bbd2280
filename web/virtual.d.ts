/** Every feature of this build with its identity from the contract, without settings, forms and endpoints. */
declare module 'virtual:features' {
  const features: readonly (import('#contract').Identity & { name: string })[]
  export default features
}

/** Search terms by feature: what people call it besides its title, and the names of its settings. */
declare module 'virtual:search-terms' {
  const terms: Readonly<Record<string, readonly string[]>>
  export default terms
}

/** Every API call, as described by `GET /api/openapi.json`. */
declare module 'virtual:api-reference' {
  const document: import('#kernel/openapi/contract.ts').ApiDocument
  export default document
}

/** Every command with its usage, in manifest order. */
declare module 'virtual:commands' {
  const commands: readonly import('#features/general/contract.ts').CommandSummary[]
  export default commands
}

/** The command that pages use as an example. */
declare module 'virtual:example-command' {
  const command: import('#features/general/contract.ts').CommandSummary | undefined
  export default command
}

/** The contracts of features whose form others extend, or that extend another's. */
declare module 'virtual:shared-forms' {
  const contracts: readonly import('#contract').Contract[]
  export default contracts
}

/** Every feature with a switch, and whether it is on in a new server. */
declare module 'virtual:switches' {
  const switches: readonly { name: string; title: string; on: boolean }[]
  export default switches
}

/** The default of every setting in words, by feature. */
declare module 'virtual:defaults' {
  const defaults: readonly {
    title: string
    topic: string
    settings: readonly { label: string; help?: string; value: string }[]
  }[]
  export default defaults
}

/** The guides in `docs/`. */
declare module 'virtual:guides' {
  const guides: readonly import('./site/docs/guide-text.ts').Guide[]
  export default guides
}

/** Everything in the documentation that can be searched for. */
declare module 'virtual:docs-search' {
  const entries: readonly import('./site/docs/search-entries.ts').SearchEntry[]
  export default entries
}

/** The permissions that the bot asks for if it is not administrator, what each is for, and which features use it. */
declare module 'virtual:permissions' {
  const permissions: import('#kernel/guilds/contract.ts').AskedPermissions
  export default permissions
}

/** The message for each code of a failed sign-in. */
declare module 'virtual:sign-in-errors' {
  const errors: Readonly<Record<string, string>>
  export default errors
}
