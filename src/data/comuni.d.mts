export type Comune = { code: string; name: string; province: string; belfiore: string; aliases: string[] }
export declare const comuni: () => Comune[]
export declare const comuniText: () => string
export declare const townsText: () => string
export declare const birthplacesText: () => string
