import type { FaultMatrixRow } from '../experiment/row.ts'
import { f1 } from './f1-gateway-killed.ts'
import { f2, f2Both } from './f2-dispatcher-killed.ts'
import { f3, f3Reject, f3Shed } from './f3-broker-gone.ts'
import { f4 } from './f4-broker-cut.ts'
import { f5 } from './f5-broker-slow.ts'
import { f6, f6Return } from './f6-store-gone.ts'
import { f7, f7WithoutRedis } from './f7-store-slow.ts'
import { f8 } from './f8-redis-gone.ts'
import { f9SilentNames, f9SlowAnswers } from './f9-others-waiting.ts'
import { f9 } from './f9-targets-hostile.ts'
import { f10 } from './f10-mail-server.ts'
import { f11Damaged, f11Full, f11ReadOnly } from './f11-spool-broken.ts'
import { f12 } from './f12-clock-wrong.ts'
import { f13 } from './f13-descriptors-gone.ts'
import { f14 } from './f14-memory-scarce.ts'
import { f15 } from './f15-busy.ts'
import { f16 } from './f16-poison.ts'
import { f17 } from './f17-rolling-restart.ts'
import { f18, f18HeldClaims } from './f18-dispatchers-come-and-go.ts'
import { f19 } from './f19-configuration.ts'
import { f20 } from './f20-loops.ts'
import { f21 } from './f21-switched.ts'
import { f22 } from './f22-restarted-in-outage.ts'
import { f23 } from './f23-answers-lost.ts'
import { f24 } from './f24-restored.ts'

/** Every row of the matrix of faults, in the order in which they are run. */
export const ROWS: readonly FaultMatrixRow[] = [
  f1,
  f2,
  f2Both,
  f3,
  f3Reject,
  f3Shed,
  f4,
  f5,
  f6,
  f6Return,
  f7,
  f7WithoutRedis,
  f8,
  f9,
  f9SilentNames,
  f9SlowAnswers,
  f10,
  f11Full,
  f11ReadOnly,
  f11Damaged,
  f12,
  f13,
  f14,
  f15,
  f16,
  f17,
  f18,
  f18HeldClaims,
  f19,
  f20,
  f21,
  f22,
  f23,
  f24,
]
