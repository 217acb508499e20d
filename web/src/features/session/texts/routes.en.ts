export const login = "Log in";
export const signup = "Sign up";
export const forgotPassword = "Forgot password";
export const resetPassword = "New password";
