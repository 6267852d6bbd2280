/** Every feature of this build as its contract names it, without forms and endpoints; of settings only what they are called. */
declare module 'virtual:features' {
  const features: readonly (import('#contract').Identity & { name: string; labels: readonly string[] })[]
  export default features
}

/** Every call, as `GET /api/openapi.json` describes it. */
declare module 'virtual:api-reference' {
  const document: import('#kernel/openapi/contract.ts').ApiDocument
  export default document
}

/** Every command with its usage, in manifest order. */
declare module 'virtual:commands' {
  const commands: readonly import('#features/general/contract.ts').CommandSummary[]
  export default commands
}
