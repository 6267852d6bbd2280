/** The features this build has: every one has a contract. Only the names are read; nothing is loaded. */
const contracts = Object.keys(import.meta.glob('../../src/features/*/contract.ts'))

const built = new Set(contracts.map(path => path.split('/').at(-2)))

/** Whether the feature of that folder name is part of this build, so that no page promises more than there is. */
export const isBuilt = (feature: string): boolean => built.has(feature)
