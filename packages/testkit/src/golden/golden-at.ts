/** 2026-11-20, noon UTC: when everything golden has happened. */
export const GOLDEN_AT = Date.UTC(2026, 10, 20, 12)
