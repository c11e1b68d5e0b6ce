/** Name of the tool in a test response, which this page sends itself: it says nothing about a server. */
export const TEST_TOOL = 'mailroom_test';
