/** See chromium.mjs. */
export declare const chromiumPath: () => Promise<string>
