export const browserOffersCryptographySecure =
  "Your browser offers its cryptography on secure pages (https) only, so nothing can be recomputed here. Any HMAC-SHA256 tool gives the same draws.";
