// SPDX-License-Identifier: Apache-2.0
package dev.rehydrate.sample.serve;

import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/** Comes after the page and the console: sends a browser that has only the address of the server to the page, and finds nothing else. */
final class ToThePage extends Handler.Abstract {

    private static final int NOT_FOUND = 404;

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        if ("/".equals(request.getHttpURI().getPath())) {
            Response.sendRedirect(request, response, callback, FarmPage.PATH);
        } else {
            FarmPage.send(
                    response,
                    callback,
                    FarmPage.said(
                            NOT_FOUND,
                            "there is nothing at this address; the page is at " + FarmPage.PATH + ", the console at "
                                    + Serving.CONSOLE + "/"));
        }
        return true;
    }
}
