export type Comune = { code: string; name: string; province: string; aliases: string[] }
export declare const comuni: () => Comune[]
export declare const comuniText: () => string
export declare const townsText: () => string
