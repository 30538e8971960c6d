import type { RequestListener, Server } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { createLiveAcl, type LiveAcl, type RejectedPermission } from '@sluice/access'
import { type Refusal, refuse } from '@sluice/contracts'
import {
  closeServer,
  createSparseLog,
  followPlugins,
  type Listener,
  type Logger,
  listen,
  networkOf,
  PASS_HEADER,
  type Platform,
  type ProcessPart,
} from '@sluice/service-kit'
import { createApp, type RequestSteps } from './app.ts'
import { consoleRoutes } from './control-plane/console-routes.ts'
import { createControlPlane } from './control-plane/control-plane.ts'
import { docsRoutes } from './control-plane/docs-routes.ts'
import { type ControlPlaneNeeds, controlPlaneRoutes } from './control-plane/routes.ts'
import { serviceFacts } from './control-plane/service-facts.ts'
import type { GatewayTiering } from './domain/route-target.ts'
import { type EventLine, openEventLine } from './event-line.ts'
import { createChainReader } from './exchange/arrive/chain-reader.ts'
import { createOriginReader } from './exchange/arrive/client-origin.ts'
import { createInnerReader } from './exchange/arrive/inner-request.ts'
import { createOriginGuard } from './exchange/arrive/refuse-origin.ts'
import { createSeenPositions, type SeenPositions } from './exchange/arrive/seen-positions.ts'
import { createRequestTraces } from './exchange/arrive/trace-request.ts'
import type { GrantSigning } from './exchange/forward/build-grant.ts'
import type { PassSigning } from './exchange/forward/build-pass.ts'
import { createServiceCaller } from './exchange/forward/call-service.ts'
import { createCallerTexts } from './exchange/forward/caller-texts.ts'
import { createForwarder } from './exchange/forward/forwarder.ts'
import { createOpenStreams, type OpenStreams } from './exchange/forward/open-streams.ts'
import { createPassKey, createSigningKeys } from './exchange/forward/signing-keys.ts'
import { openUpstreams, type Upstreams } from './exchange/forward/upstreams.ts'
import { createAuthorise, needsCredentials } from './exchange/judge/authorise.ts'
import { createJudgeAgain } from './exchange/judge/judge-again.ts'
import { createLateBodies } from './exchange/judge/late-bodies.ts'
import { createCrossOrigin, preflight } from './exchange/record/cross-origin.ts'
import { followEventDemand } from './exchange/record/event-demand.ts'
import { createRecorder, type ExchangeRecorder } from './exchange/record/recorder.ts'
import { createTurnedAwaySignIns, type TurnedAwaySignIns } from './exchange/record/turned-away-sign-ins.ts'
import { type Crowd, createCrowd } from './load/crowd.ts'
import { type EventLoopDelay, watchEventLoopDelay } from './load/event-loop-delay.ts'
import { createRequestMeters } from './load/request-meters.ts'
import { createShed } from './load/shed.ts'
import { createGatewayServer, listenOn } from './server.ts'
import type { GatewaySettings } from './settings.ts'
import { createRequestLimit, limitKeys } from './sign-in/client-limits.ts'
import { type OpenSignIn, openSignIn } from './sign-in/open-sign-in.ts'
import { createConsoleSessions } from './sign-in/session/console-sessions.ts'
import { tlsFiles } from './tls-files.ts'

type Gateway = ProcessPart & {
  /** Tells where it listens, and whether by TLS; this is known once it has started. */
  address(): GatewayAddress
}

type GatewayRun = {
  server: Server
  recorder: ExchangeRecorder
  turnedAwaySignIns: TurnedAwaySignIns
  events: EventLine
  upstreams: Upstreams
  /** Takes the requests of tools; undefined where they come to the server itself. */
  inner: Listener | undefined
  streams: OpenStreams
  signIn: OpenSignIn
  loopDelay: EventLoopDelay
  address: GatewayAddress
}
type GatewayAddress = { host: string; port: number; isSecure: boolean }

const DEFAULT_CAPTURE_BYTES = 64 * 1024
/** What balancers may have at most of the time to stop, to send nothing more. */
const DRAIN_SHARE = 0.2
/** What is kept of the time to stop for the events. */
const SHIPPING_SHARE = 0.5
const LOOK_EVERY_MS = 5

/**
 * Authenticates, authorises, forwards and records. The change log must have been started.
 * Starting throws `SpoolInUseError` and `OperatorError`.
 */
export function createGateway(platform: Platform, settings: GatewaySettings): Gateway {
  const state = { isStopping: false }
  let running: GatewayRun | undefined
  return {
    name: 'gateway',
    async start() {
      running = await open(platform, settings, state)
    },
    async stop(deadlineMs) {
      state.isStopping = true
      if (!running) return
      const end = performance.now() + deadlineMs
      const left = () => Math.max(0, end - performance.now())
      await sleep(Math.min(settings.drainMs ?? platform.drainMs, left() * DRAIN_SHARE))
      running.streams.endAll()
      await closeServer(running.server, left() * SHIPPING_SHARE)
      await running.inner?.close(left() * SHIPPING_SHARE)
      await untilRecorded(running.recorder, left() * SHIPPING_SHARE)
      await running.turnedAwaySignIns.stop(left() * SHIPPING_SHARE)
      await running.signIn.stop()
      await running.events.stop(left())
      await running.upstreams.close()
      running.loopDelay.stop()
      running = undefined
    },
    address() {
      if (!running) throw new RangeError('The gateway has no address before it has started.')
      return running.address
    },
  }
}

/** A connection that was cut tells its request a little later: its event has to be in the spool before that is closed. */
async function untilRecorded(recorder: ExchangeRecorder, limitMs: number): Promise<void> {
  const end = performance.now() + limitMs
  while (recorder.openCount() > 0 && performance.now() < end) await sleep(LOOK_EVERY_MS)
}

type GatewayState = { isStopping: boolean }

async function open(platform: Platform, settings: GatewaySettings, state: GatewayState): Promise<GatewayRun> {
  const logger = platform.logger.child({ part: 'gateway' })
  const events = openEventLine(platform.bus, settings.spool, logger)
  const upstreams = openUpstreams(settings.upstreams, {
    silentMs: settings.servicePatienceMs,
    idleMs: settings.serviceIdleMs,
  })
  const loopDelay = watchEventLoopDelay()
  try {
    const crowd = createCrowd(settings.crowd)
    const parts = await openSteps({ ...platform, logger }, settings, { state, events, upstreams, loopDelay, crowd })
    const files = settings.tls && tlsFiles(settings.tls)
    const secure = files && { files, logger, everyMs: settings.tls?.lookMs }
    const { patience, maxConnections } = settings
    const logFull = createSparseLog(fields => logger.warn(fields, 'connections.full'))
    const onFull = () => logFull({ maxConnections })
    const app = createApp(parts.steps)
    const server = createGatewayServer(app, { secure, patience, maxConnections, onFull })
    crowd.watch(server)
    const { innerSocketPath: socketPath } = settings
    const inner = socketPath === undefined ? undefined : await listen(onlyInner(app), { socketPath })
    const bound = await listenOn(server, settings.listen)
    const { signIn, steps, streams } = parts
    const address = { host: bound.address, port: bound.port, isSecure: secure !== undefined }
    const { recorder, turnedAwaySignIns } = steps
    return { server, inner, recorder, turnedAwaySignIns, events, upstreams, streams, signIn, loopDelay, address }
  } catch (error) {
    loopDelay.stop()
    await events.stop(0)
    await upstreams.close()
    throw error
  }
}

/** Whoever comes by the socket of tools and has no pass is nobody that is to be served there. */
const onlyInner =
  (app: RequestListener): RequestListener =>
  (request, response) => {
    if (request.headers[PASS_HEADER] !== undefined) return app(request, response)
    response.writeHead(400).end()
  }

type OpenedGateway = {
  state: GatewayState
  events: EventLine
  upstreams: Upstreams
  loopDelay: EventLoopDelay
  crowd: Crowd
}

async function openSteps(platform: Platform, settings: GatewaySettings, opened: OpenedGateway) {
  const { store, changes, db, logger, tier, serviceId, internalSecrets: secrets } = platform
  const { state, events, upstreams, loopDelay, crowd } = opened
  const { storeTime } = changes
  const { onShed } = events
  const meters = createRequestMeters(loopDelay.turnMs)
  const refuseAll = () => (changes.isTrusted() ? undefined : refuseUntrusted())
  const limits = settings.clientLimits ?? { perKey: 0, perAddress: 0 }
  const limitAddress = createRequestLimit({ perMinute: limits.perAddress, who: 'address' })
  const shed = createShed({ inFlight: meters.inFlight, turnMs: loopDelay.turnMs }, settings.maxTurnMs)
  const plugins = await followPlugins(platform)
  const wantsEvents = await followEventDemand(platform, plugins)
  const signIn = await openSignIn({ platform, plugins, sharedCounts: settings.sharedCounts })
  const acl = await createLiveAcl({ store, changes, db, onRejected: logIgnored(logger) })
  const tiering = { tier, db }
  const positions = createSeenPositions(changes)
  const crossOrigin = createCrossOrigin(settings.corsOrigins)
  const consoleSessions = createConsoleSessions({ serviceId, publicUrl: settings.publicUrl })
  const signing = openSigning(platform, settings, positions)
  const callService = createServiceCaller({ upstreams, logger, ...signing })
  const judging = { acl, tiering, now: storeTime }
  const routes = openRoutes(platform, settings, { plugins, signIn, consoleSessions, callService, judging })
  const descriptionRoutes = docsRoutes({ addresses: settings.upstreams, tiering, routes, logger })
  const pages = [...descriptionRoutes, ...consoleRoutes(settings.console)]
  const streams = createOpenStreams(settings.streamCheckMs)
  const authorise = createAuthorise(judging)
  const judgeAgain = createJudgeAgain({ signInWays: signIn.uncounted, authorise, refuseAll, logger })
  const recorder = openRecorder(settings, { ...events, serviceId, wantsEvents, eventSequence: positions.eventSequence })
  const steps: RequestSteps = {
    tiering,
    storeTime,
    innerOf: createInnerReader(secrets, storeTime),
    refuseOrigin: createOriginGuard({ host: settings.listen.host, ...settings }),
    catchUp: ({ inner }) => (inner?.kind === 'inner' ? changes.catchUp(inner.pass.positions) : undefined),
    originOf: createOriginReader(settings.trustedProxies),
    corsHeaders: crossOrigin.headers,
    isStopping: () => state.isStopping,
    isCrowded: crowd.isThere,
    trace: createRequestTraces(settings.sampler),
    turnAway({ origin, inner }) {
      loopDelay.requestCame()
      return shed() ?? (inner ? undefined : limitAddress(networkOf(origin.address))) ?? refuseAll()
    },
    refuseAll,
    preflight: arrival => preflight(crossOrigin, arrival.headers),
    chainOf: createChainReader({ secrets, storeTime }),
    recorder,
    turnedAwaySignIns: createTurnedAwaySignIns({ recorder, storeTime, onShed, everyMs: settings.turnedAwayMs }),
    consoleSessions,
    signInWays: limitKeys(signIn, createRequestLimit({ perMinute: limits.perKey, who: 'key' })),
    authorise,
    needsCredentials: inquiry => needsCredentials(judging, inquiry),
    controlPlane: createControlPlane([...routes, ...pages], logger),
    lateBodies: createLateBodies(judgeAgain, settings.lateBodyMs),
    sendOn: createForwarder({ upstreams, signing, logger, streams, judgeAgain, publicUrl: settings.publicUrl }),
    meters,
    logger,
  }
  return { steps, signIn, streams }
}

function openSigning(
  { internalSecrets, changes }: Platform,
  { readsParts = () => true }: GatewaySettings,
  positions: SeenPositions,
): GrantSigning & PassSigning {
  const keys = { keyOf: createSigningKeys(internalSecrets), passKey: createPassKey(internalSecrets) }
  return { ...keys, callerTexts: createCallerTexts(), readsParts, positions, storeTime: changes.storeTime }
}

type JudgingParts = { acl: LiveAcl; tiering: GatewayTiering; now(): number }
type RouteParts = Pick<ControlPlaneNeeds, 'plugins' | 'consoleSessions' | 'callService'> & {
  signIn: OpenSignIn
  judging: JudgingParts
}

function openRoutes({ store, changes, db, ...service }: Platform, settings: GatewaySettings, parts: RouteParts) {
  const { signIn, judging, plugins, consoleSessions, callService } = parts
  return controlPlaneRoutes({
    store,
    changes,
    db,
    plugins,
    ...signIn,
    ...judging,
    consoleSessions,
    callService,
    service: serviceFacts({ db, ...service }),
    shownSettings: settings.shownSettings ?? {},
  })
}

type RecordedEvents = Pick<Parameters<typeof createRecorder>[0], 'serviceId' | 'wantsEvents' | 'eventSequence'> &
  EventLine

const openRecorder = ({ captureBytes, eventPatienceMs, spool }: GatewaySettings, events: RecordedEvents) =>
  createRecorder({
    ...events,
    captureBytes: captureBytes ?? DEFAULT_CAPTURE_BYTES,
    patienceMs: eventPatienceMs,
    whenFull: spool.whenFull,
  })

const logIgnored = (logger: Logger) => (rejected: RejectedPermission) =>
  logger.error({ permission: rejected.id, errors: rejected.errors }, 'permission.ignored')

/** Never a stale yes, and never a no that could be a lie. */
const refuseUntrusted = (): Refusal =>
  refuse('UNAVAILABLE', 'The state of keys, users and permissions is not known at the moment. Try again shortly.')
