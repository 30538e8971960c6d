export { GOLDEN_AT } from './golden-at.ts'
export { claimGolden, GOLDEN_SENDER, goldenKey, goldenPost } from './golden-claim.ts'
export {
  copyGolden,
  formatGoldenDocuments,
  GOLDEN_DB,
  goldenDocuments,
  goldenVersions,
  isReleased,
  openGoldenStore,
  readGoldenJson,
  unpackGolden,
} from './golden-files.ts'
export {
  GOLDEN_IMAGE,
  GOLDEN_PASSWORD,
  GOLDEN_SECRET,
  GOLDEN_TRACE,
  type GoldenScene,
  goldenBytes,
  goldenEventId,
  goldenExchange,
} from './golden-scene.ts'
export { openGoldenPlatform } from './open-golden-platform.ts'
