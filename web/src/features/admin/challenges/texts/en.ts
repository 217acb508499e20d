import { PointsName, pointsName } from "@/ui/format/points";
import { formatCount } from "@/ui/format/words";

export const hasBeenAwardedPoints = (
  username: string | number,
  pointsText: string | number,
  balance: string | number,
) => `${username} has been awarded ${pointsText} ${pointsName}. Balance: ${balance}.`;
export const awardChallenge = "Award Challenge";
export const whoDidChallengeMarked = (titleText: string | number) =>
  `Who did “${titleText}”? The challenge is marked completed at once, and its ${pointsName} are paid once and for good.`;
export const cancel = "Cancel";
export const award = "Award";
export const awardText = (username: string | number) => `Award ${username}`;
export const pays = "Pays";
export const pointsPaidOnceSetting = `Its ${pointsName} are paid once: setting it Pending does not open it again.`;

export const all = "All";
export const pending = "Pending";
export const completed = "Completed";
export const theChallenges = "The challenges";
export const status = "Status";
export const difficulty = "Difficulty";
export const challengeCount = (count: number) => formatCount(count, "challenge");
export const noChallengeFitsFilters = "No challenges match the filters";
export const noChallengesYet = "No challenges yet";
export const clearFilters = "Clear the filters";
export const addFirstChallenge = "Add the first challenge";
export const addOneDraftThen = "Add one to the draft, then push it live.";
export const loadingChallenges = "Loading the challenges";

export const addChallenge = "Add Challenge";
export const editChallenge = "Edit Challenge";
export const becomesPartDraftNobody =
  "It becomes part of the draft. Nobody sees it until you push it live.";
export const saveChallenge = "Save Challenge";
export const titleRequired = "Title (required)";
export const provider = "Provider";
export const taskRequired = "Task (required)";
export const description = "Description";
export const image = "Image";
export const addressPictureWithoutOne =
  "Upload a picture, or enter the address of one. Without it the site draws its own.";
export const minBet = "Min bet";
export const multiplier = "Multiplier";
export const rewardRequired = "Reward (required)";
export const rewardPoints = `Reward ${pointsName}`;
export const paidOnceWhenAward = "Paid once, when you award it to a member.";
export const completedSomebodyHasDone = "Completed: a member has done it";

export const challenges = "Challenges";
export const challenge = "Challenge";
export const reward = "Reward";
export const difficultyText = (titleText: string | number) => `Difficulty of ${titleText}`;
export const actions = "Actions";
export const newText = "New";
export const changed = "Changed";
export const edit = (titleText: string | number) => `Edit ${titleText}`;
export const deleteText = (titleText: string | number) => `Delete ${titleText}`;
export const setPending = "Set pending";
export const setCompleted = "Set completed";
export const awardNamed = (titleText: string) => `Award ${titleText}`;
export const cannotAward = (titleText: string, obstacle: string) =>
  `Award ${titleText}: ${obstacle}`;

export const errorUpdatingChallenge = "Error updating challenge";
export const noLongerList = "It is no longer in the list.";
export const errorAddingChallengeList = (challengesMax: string | number) =>
  `Error adding challenge: the list already has ${challengesMax} challenges, the maximum.`;
export const challengeAddedDraft = "Challenge added to the draft";
export const errorUpdatingChallengeText = (gone: string | number) =>
  `Error updating challenge: ${gone}`;
export const challengeUpdatedDraft = "Challenge updated in the draft";
export const errorDeletingChallenge = "Error deleting challenge";
export const challengeDeletedFromDraft = "Challenge deleted from the draft";
export const whatMembersCanDo =
  "What members can do for a reward. You edit a draft; everyone sees what you push live.";
export const live = "Live";
export const draft = "Draft";
export const publicChallenges = "the public challenges";
export const total = "Total";
export const currentState = "Current State";
export const testUpdateCouldNot = "The test update could not be sent";
export const noChallengesAvailableTesting = "No challenges available for testing";
export const pushChallengeLiveFirst = "Push a challenge live first.";
export const testLiveUpdate = "Test Live Update";

export const deleteChallenge = "Delete Challenge";
export const sureWantDeleteFrom = (titleText: string | number) =>
  `Are you sure you want to delete “${titleText}” from the draft? The site changes when you push the draft live. Until then, Discard restores everything that is live.`;
export const textDelete = "Delete";

export const title = "Title";
export const task = "Task";
export const points = PointsName;

export const challengesUpdated = "Challenges updated!";

export const pleaseFillAllRequired = "Please fill in all required fields (Title, Task, Reward)";
export const mostCharacters = (most: string | number) => `At most ${most} characters`;
export const enterAddressBeginsHttps =
  "Upload a picture, or enter an address that begins with https://";
export const enterWholeNumberPoints = `Enter a whole number of ${pointsName}`;
export const most1000000 = `At most 1,000,000,000 ${pointsName}`;

export const pushItLiveFirst = "push it live first";
export const completedAlready = "completed already";
export const filteredCount = (shown: number, total: number) =>
  `${shown} of ${challengeCount(total)}`;
export const required = (field: string) => `${field} is required`;
